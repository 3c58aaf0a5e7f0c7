"""Who is let in by a server of the tutor: asked as browsers, other users of the computer and foreign pages ask."""

from __future__ import annotations

import pytest
from starlette.responses import PlainTextResponse
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

from tutor.hosts.access import NO_TOKEN, NOT_HERE, OTHER_SITE, TokenAuth, new_token, with_token

TOKEN = new_token()
HERE = "http://127.0.0.1:8890"
WS = "ws://127.0.0.1:8890/ws"


async def everything(scope, receive, send):
    """An app that answers whatever is asked."""
    if scope["type"] == "websocket":
        await send({"type": "websocket.accept"})
        await send({"type": "websocket.close", "code": 1000})
        return
    await PlainTextResponse("inside")(scope, receive, send)


def visitor(address=HERE, **how) -> TestClient:
    return TestClient(TokenAuth(everything, TOKEN, **how), address, follow_redirects=False)


@pytest.fixture
def owner() -> TestClient:
    """Whoever followed the link once."""
    known = visitor()
    assert known.get(f"/?access_token={TOKEN}").status_code == 303
    return known


def test_another_user_of_the_computer_is_turned_away_from_everything():
    for path in ("/", "/lessons/00-start-here", "/no-such-page", "/rulings/ws"):
        for wrong in (
            "",
            "?access_token=",
            "?access_token=another",
            f"?access_token={TOKEN}x",
            "?access_token=%C3%A9%FF",
        ):
            answer = visitor().get(path + wrong)
            assert (answer.status_code, answer.text) == (403, NO_TOKEN)
            assert "set-cookie" not in answer.headers
        for cookie in ("mystic-wood-8890=", "mystic-wood-8890=another", f"mystic-wood-80={TOKEN}", f"{TOKEN}", "=;;="):
            assert visitor().get(path, headers={"cookie": cookie}).status_code == 403


def test_a_websocket_without_the_token_is_closed():
    with pytest.raises(WebSocketDisconnect) as refused, visitor().websocket_connect(WS):
        pass
    assert refused.value.code == 1008


def test_the_link_lets_in_and_its_token_leaves_the_address():
    opened = visitor().get(with_token("/rulings/", TOKEN) + "&code=mw1-x%2B&ask=meet+elf")
    assert opened.status_code == 303
    assert opened.headers["location"] == "/rulings/?code=mw1-x%2B&ask=meet+elf"
    assert opened.headers["set-cookie"] == f"mystic-wood-8890={TOKEN}; HttpOnly; Path=/; SameSite=Lax"
    assert opened.headers["referrer-policy"] == "no-referrer"


def test_who_has_been_let_in_is_remembered_on_this_server_alone(owner):
    assert owner.get("/anything").text == "inside"
    with owner.websocket_connect(WS) as link:
        assert link.receive()["code"] == 1000
    assert owner.get("http://127.0.0.1:9999/anything").status_code == 403


def test_the_token_leads_nowhere_else():
    for path in ("//elsewhere.example/", "/\\elsewhere.example/", "///elsewhere.example"):
        opened = visitor().request("GET", f"{HERE}{path}?access_token={TOKEN}")
        assert opened.headers["location"].startswith("/elsewhere.example")


def test_a_program_may_send_the_token_with_what_it_sends():
    assert visitor().post(f"/?access_token={TOKEN}", content="x").text == "inside"


@pytest.mark.parametrize(
    "host", ["evil.example:8890", "127.0.0.1.evil.example", "192.0.2.7:8890", "", "[::1", "localhost:x", "a b"]
)
def test_a_name_made_to_lead_here_is_turned_away_even_with_the_token(owner, host):
    """DNS rebinding: to the browser the foreign page and this server are then of one origin."""
    for path in ("/", f"/?access_token={TOKEN}"):
        answer = owner.get(path, headers={"host": host, "cookie": f"mystic-wood-8890={TOKEN}"})
        assert (answer.status_code, answer.text) == (403, NOT_HERE)


def test_every_name_of_this_computer_is_answered():
    for host in ("127.0.0.1:8890", "localhost", "LOCALHOST:1", "[::1]:8890"):
        assert visitor().get(f"/?access_token={TOKEN}", headers={"host": host}).status_code == 303


def test_in_a_network_a_server_has_whatever_name_it_has_and_the_token_holds():
    open_to_all = visitor("http://wood.school.example:8890", hosts=None)
    assert open_to_all.get("/").status_code == 403
    assert open_to_all.get(f"/?access_token={TOKEN}").status_code == 303
    assert open_to_all.get("/").text == "inside"
    assert open_to_all.get("/", headers={"host": "a b"}).status_code == 403


@pytest.mark.parametrize(
    "origin",
    [
        "http://elsewhere.example",
        "http://127.0.0.1:9999",
        "null",
        "http://[::1",
        "http://127.0.0.1:8890@evil.example",
        "//",
        "",
    ],
)
def test_a_page_of_another_site_is_turned_away_and_so_is_an_origin_that_is_none(owner, origin):
    answer = owner.get("/", headers={"origin": origin})
    assert (answer.status_code, answer.text) == (403, OTHER_SITE)
    with pytest.raises(WebSocketDisconnect) as refused, owner.websocket_connect(WS, headers={"origin": origin}):
        pass
    assert refused.value.code == 1008


def test_a_page_of_its_own_is_answered(owner):
    assert owner.get("/", headers={"origin": HERE, "sec-fetch-site": "same-origin"}).text == "inside"


@pytest.mark.parametrize("site", ["cross-site", "same-site"])
def test_a_picture_in_a_foreign_page_starts_nothing_but_a_link_is_followed(owner, site):
    """Without an Origin: a foreign page's <img src="http://127.0.0.1:8890/lessons/...">, or one at another port."""
    drawn = {"sec-fetch-site": site, "sec-fetch-mode": "no-cors", "sec-fetch-dest": "image"}
    assert owner.get("/lessons/00-start-here", headers=drawn).status_code == 403
    followed = {"sec-fetch-site": site, "sec-fetch-mode": "navigate", "sec-fetch-dest": "document"}
    assert owner.get("/rulings/", headers=followed).text == "inside"
    framed = followed | {"sec-fetch-dest": "iframe"}
    assert owner.get("/rulings/", headers=framed).status_code == 403


def test_no_server_is_begun_without_a_token():
    with pytest.raises(ValueError, match="everybody"):
        TokenAuth(everything, "")
    assert len({new_token() for _ in range(50)}) == 50
    assert len(TOKEN) == 16
