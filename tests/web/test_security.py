from __future__ import annotations

import logging
from collections.abc import Callable

import httpx2
import pytest

from rollwright.web.keys import hash_secret

from .players import Player, play_to_the_end
from .serving import Client, LiveServer, Stream

NewClient = Callable[..., Client]

DEEDS: list[tuple[str, dict[str, object]]] = [
    ("leave", {"seat": 0}),
    ("start", {}),
    ("answer", {"seat": 0, "decision": 1, "action": "-"}),
    ("undo", {"seat": 0}),
    ("redo", {"seat": 0}),
    ("roll", {"turn": 1}),
    ("correct", {"faces": [1, 1, 1, 1, 1, 1]}),
    ("seats/0", {"bot": "greedy"}),
    ("seats/0", {"pass": True}),
    ("seats/0", {"mine": True}),
    ("seats/1", {"open": True}),
    ("seats/0/link", {}),
    ("rematch", {}),
]


@pytest.mark.parametrize(("deed", "data"), DEEDS, ids=[f"{d} {b}" for d, b in DEEDS])
def test_a_token_of_table_a_can_do_nothing_on_table_b(
    new_client: NewClient, deed: str, data: dict[str, object]
) -> None:
    ann, eve = new_client(), new_client()
    begun = deed not in ("start", "seats/1")
    code = ann.create("qwixx", "Ann", *(["Ben"] if begun else ["open", "open"]))["code"]
    other = eve.create("qwixx", "Eve", "Ben")
    if deed == "answer":
        ann.do(code, "roll", turn=1)
    number = ann.view(code)["number"]
    program = new_client(other["seats"][0]["token"])
    for intruder in (eve, program):
        answer = intruder.post(f"/t/{code}/{deed}", data)
        assert answer.status_code == 403, answer.text
        assert intruder.view(code)["you"] == []
    assert ann.view(code)["number"] == number


def test_no_secret_is_in_any_answer_log_or_figure(
    server: LiveServer, new_client: NewClient, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG, logger="rollwright")
    ann, ben, zoe = new_client(), new_client(), new_client()
    made = ann.create("qwingo(boxes=3)", "Ann", "open")
    code = made["code"]
    joined = ben.join(code, "Ben")
    ann.do(code, "start")
    link = ann.post(f"/t/{code}/seats/0/link", {}).json()["token"]
    new_client().get(f"/s/{link}")
    stream = Stream(zoe, code)
    watched = [stream.view()]
    dice = server.app.state.house.rooms[code].table.bot_seed
    before_the_end = [*ann.bodies, *ben.bodies]
    players = [Player(ann, code), Player(ben, code)]
    for _ in range(30):
        for player in players:
            view = player.client.view(code)
            player.act(view)
            zoe.view(code)
            zoe.get(f"/t/{code}/record.txt")
    for path in ("/", "/metrics", "/openapi.json", "/healthz", f"/t/{code}/qr.svg"):
        zoe.get(path)
    is_over = ann.view(code)["phase"] == "over"
    before_the_end += [] if is_over else [*ann.bodies, *ben.bodies, *zoe.bodies]
    assert not any(dice in body for body in before_the_end)
    play_to_the_end(players)
    watched.append(stream.view(ann.view(code)["number"]))
    stream.close()
    cookies = [client.http.cookies["player"] for client in (ann, ben)]
    tokens = [made["seats"][0]["token"], joined["token"], link]
    hidden = [*cookies, *tokens, *(hash_secret(secret) for secret in cookies + tokens)]
    others = [*zoe.bodies, *(str(view) for view in watched), *_after_first(ann), *_after_first(ben)]
    for secret in hidden:
        owned = [body for body in others if secret in body]
        assert len(owned) == (secret == link), "a link is shown once, to whom asked for it"
        assert secret not in caplog.text


def _after_first(client: Client) -> list[str]:
    """All answers but the first, which gave a token to its owner."""
    return client.bodies[1:]


@pytest.mark.parametrize(
    "headers",
    [
        {"Origin": "https://evil.example"},
        {"Origin": "null"},
        {"Origin": "http://["},
        {"Sec-Fetch-Site": "cross-site"},
        {"Sec-Fetch-Site": "same-site"},
    ],
)
def test_a_page_of_another_site_can_do_nothing(
    new_client: NewClient, headers: dict[str, str]
) -> None:
    ann = new_client(**headers)
    answer = ann.post("/tables", {"game": "qwixx"})
    assert (answer.status_code, answer.json()["error"]["code"]) == (403, "origin")
    assert ann.get("/").status_code == 200, "looking is free"


def test_our_own_pages_may_act(server: LiveServer, new_client: NewClient) -> None:
    for headers in ({"Origin": server.url}, {"Sec-Fetch-Site": "same-origin"}):
        assert new_client(**headers).post("/tables", {"game": "qwixx"}).status_code == 201


def test_every_answer_is_protected(server: LiveServer, new_client: NewClient) -> None:
    ann = new_client()
    code = ann.create("qwixx", "Ann", "bot")["code"]
    for path in ("/", f"/t/{code}", "/no/such/page", "/healthz", f"/t/{code}/record.txt"):
        for accept in ("text/html", "application/json"):
            headers = ann.http.get(path, headers={"Accept": accept}).headers
            policy = headers["content-security-policy"]
            assert "default-src 'none'" in policy
            assert "script-src 'self'" in policy
            assert "unsafe" not in policy
            assert headers["x-content-type-options"] == "nosniff"
            assert headers["referrer-policy"] == "same-origin"
            assert headers["cache-control"] == "no-store"


def test_the_cookie_cannot_be_read_by_scripts_or_sent_by_other_sites(
    new_client: NewClient,
) -> None:
    ann = new_client()
    answer = ann.post("/tables", {"game": "qwixx"})
    cookie = answer.headers["set-cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=lax" in cookie
    assert "Max-Age=31536000" in cookie
    assert "set-cookie" not in ann.post("/tables", {"game": "qwixx"}).headers


def test_looking_sets_no_cookie(new_client: NewClient) -> None:
    zoe = new_client()
    for path in ("/", "/t/ZZZZZ", "/rules/qwixx"):
        assert "set-cookie" not in zoe.get(path).headers


def test_a_cookie_that_is_not_ours_is_ignored(server: LiveServer) -> None:
    with httpx2.Client(
        base_url=server.url,
        headers={"Accept": "application/json", "Cookie": "player=short; lang=xx"},
    ) as browser:
        assert browser.get("/").json()["tables"] == []


@pytest.mark.parametrize(
    "path",
    ["..%2fsettings.py", "..%2f..%2fsettings.py", "css/..%2f..%2fapp.py", "/etc/passwd", "%00"],
)
def test_no_file_outside_the_static_folder_is_given_out(server: LiveServer, path: str) -> None:
    from rollwright.web import pages

    target = f"{server.url}/static/{pages.STATIC_VERSION}/{path}"
    assert httpx2.get(target).status_code == 404


def test_static_files_are_kept_for_ever_and_old_versions_are_gone(server: LiveServer) -> None:
    from rollwright.web import pages

    found = httpx2.get(server.url + pages.static_url("css/base.css"))
    assert found.status_code == 200
    assert "immutable" in found.headers["cache-control"]
    assert found.headers["content-encoding"] == "gzip"
    assert httpx2.get(f"{server.url}/static/0/css/base.css").status_code == 404


def test_a_host_that_is_no_host_is_400(new_client: NewClient) -> None:
    answer = new_client(Host="evil/x?").post("/tables", {"game": "qwixx"})
    assert (answer.status_code, answer.json()["error"]["code"]) == (400, "host")
