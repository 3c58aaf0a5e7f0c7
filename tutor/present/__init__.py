"""What an exercise offers and shows at this moment, and what an input means: all a front end has to know. Pure.

>>> from tutor.exercises.model import Do
>>> from tutor.present import presenter
>>> opened = presenter(Do(id="x", situation='order = ["george"]', accept=("stay",), rules=("move.one",)))
>>> opened.shown().verdict.heading
''
>>> opened.take({"do": "press", "id": "action:stay"})
(Kept(outcome='right', answer='stay', stars=0),)
>>> opened.shown().verdict.heading
'✓ Right'
"""

from tutor.present.base import Kept, Presenter
from tutor.present.kinds import presenter
from tutor.present.shown import Button, Shown, Verdict

__all__ = ["Button", "Kept", "Presenter", "Shown", "Verdict", "presenter"]
