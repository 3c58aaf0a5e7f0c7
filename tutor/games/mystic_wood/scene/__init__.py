"""What a picture shows, without saying how it is painted: the board, a Knight's hand, a card, as shapes and as words."""

from tutor.draw.shapes import Group, Layer, Scene, Shape, Target
from tutor.games.mystic_wood.scene.board import board_scene, disc_meanings
from tutor.games.mystic_wood.scene.card import card_scene, face_scene, portrait_scene
from tutor.games.mystic_wood.scene.hand import hand_scene
from tutor.games.mystic_wood.scene.overlay import Arrow, Refusal
from tutor.games.mystic_wood.scene.overview import overview_scene
from tutor.games.mystic_wood.scene.view import CloseView, View

__all__ = [
    "Arrow",
    "CloseView",
    "Group",
    "Layer",
    "Refusal",
    "Scene",
    "Shape",
    "Target",
    "View",
    "board_scene",
    "card_scene",
    "disc_meanings",
    "face_scene",
    "hand_scene",
    "overview_scene",
    "portrait_scene",
]
