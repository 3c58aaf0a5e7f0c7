// Whether a text holds what was typed, a slip forgiven.

/** Shorter words must be spelt right; from the second on, what is typed may be the beginning of a word. */
const FORGIVEN = 4,
  BEGINNING = 6;

/** Whether two words differ by one letter at most: wrong, missing, too many, or two that have changed places. */
export function nearlySame(a: string, b: string): boolean {
  if (Math.abs(a.length - b.length) > 1) return false;
  let i = 0,
    j = 0,
    slips = 0;
  while (i < a.length && j < b.length) {
    if (a[i] === b[j]) {
      i++;
      j++;
      continue;
    }
    if (slips++) return false;
    const swapped = a[i] === b[j + 1] && a[i + 1] === b[j];
    if (swapped) [i, j] = [i + 2, j + 2];
    else [i, j] = [a.length >= b.length ? i + 1 : i, b.length >= a.length ? j + 1 : j];
  }
  return slips + a.length - i + b.length - j < 2;
}

function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[a-z0-9]+/g) ?? [];
}

/** Whether every word typed occurs in a text, as it is or nearly; of long words the plural's s is not asked for. */
export function holds(typed: string, text: string): boolean {
  const known = new Set(wordsOf(text));
  return wordsOf(typed).every(
    (word) => text.includes(word.length > FORGIVEN ? word.replace(/s$/, "") : word) || isNear(word, known),
  );
}

function isNear(word: string, known: ReadonlySet<string>): boolean {
  if (word.length < FORGIVEN) return false;
  return [...known].some(
    (each) => nearlySame(word, each) || (word.length >= BEGINNING && nearlySame(word, each.slice(0, word.length))),
  );
}
