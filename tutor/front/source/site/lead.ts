// Which tab runs Python: the one that holds the lock. Closed, it lets go, and another goes on from what is kept.

const LOCK = "mystic-wood desks";
/** Without locks (plain http) the tabs ask one another; who is there answers within this, in milliseconds. */
const ANSWERS = 600;
/** How often a tab that follows looks whether its leader is still there, in milliseconds. */
const LOOKS = 4_000;

/** Calls `start` when this tab is to run Python, at once or after another was closed; `follow` if another does. */
export function lead(start: () => void, follow: () => void): void {
  const locks = navigator.locks as LockManager | undefined;
  if (!locks) return leadByAsking(start, follow);
  const forever = new Promise<void>(() => undefined);
  void locks.request(LOCK, { ifAvailable: true }, async (lock) => {
    if (lock) {
      start();
      return forever;
    }
    follow();
    void locks.request(LOCK, async () => {
      start();
      return forever;
    });
    return undefined;
  });
}

function leadByAsking(start: () => void, follow: () => void): void {
  const channel = new BroadcastChannel(LOCK),
    me = Math.random();
  let leads = false,
    heard = 0;
  channel.onmessage = ({ data }: MessageEvent<{ readonly leads: boolean; readonly who: number }>) => {
    if (data.leads) heard = Date.now();
    else if (leads || data.who < me) channel.postMessage({ leads: true, who: me });
  };
  const look = (first: boolean): void => {
    const asked = Date.now();
    channel.postMessage({ leads: false, who: me });
    setTimeout(() => {
      if (heard < asked) {
        leads = true;
        start();
        return;
      }
      if (first) follow();
      setTimeout(() => {
        look(false);
      }, LOOKS);
    }, ANSWERS);
  };
  look(true);
}
