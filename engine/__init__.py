"""Rules engines for adventure games on a board of paths.

The modules directly in this package know no particular game: the contract of a game (:mod:`engine.contract.game`,
:mod:`engine.contract.face`), chance, odds, verdicts, faults, keyed text, codes, editions and ledger, records. A game is a
package beside them: :mod:`engine.mystic_wood`, :mod:`engine.gran`, :mod:`engine.mystic_paths` and :mod:`engine.willow`.
"""
