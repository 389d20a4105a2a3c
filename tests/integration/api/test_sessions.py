"""Who gets in, and for how long."""

from server.staff.lockout import TRIES
from tests.integration.api.house import CARDS, PINS, House


async def sign_in(house: House, card: str, pin: str) -> tuple[int, dict[str, object], dict[str, str]]:
    answer = await house.http.post("/api/v1/staff/sessions", json={"card": card, "pin": pin})
    return answer.status_code, answer.json(), dict(answer.headers)


async def test_signing_in_says_who_and_until_when(house: House) -> None:
    status, opened, headers = await sign_in(house, CARDS["operator"], PINS["operator"])
    person = house.people["operator"]
    assert status == 201
    assert opened["staff"] == {"staff": person.id, "name": "Operator", "role": "operator"}
    assert str(opened["expires_at"]).endswith("Z")
    assert headers["cache-control"] == "no-store"


async def test_a_wrong_pin_and_an_unknown_card_look_the_same(house: House) -> None:
    wrong = await sign_in(house, CARDS["operator"], "000000")
    unknown = await sign_in(house, "1234", "000000")
    assert wrong[:2] == unknown[:2]
    assert (wrong[0], wrong[1]["code"]) == (401, "bad_credentials")


async def test_guessing_locks_the_place_and_says_for_how_long(house: House) -> None:
    for _ in range(TRIES):
        assert (await sign_in(house, CARDS["dealer"], "000000"))[0] == 401
    status, refused, headers = await sign_in(house, CARDS["dealer"], PINS["dealer"])
    assert (status, refused["code"]) == (429, "locked_out")
    assert 0 < int(headers["retry-after"]) <= 15 * 60
    assert (await house.operator.get("/venue")).status_code == 200


async def test_signing_out_ends_the_session(house: House) -> None:
    assert (await house.supervisor.delete("/staff/sessions/current")).status_code == 204
    answer = await house.supervisor.get("/venue")
    assert (answer.status_code, answer.json()["code"]) == (401, "not_signed_in")
    assert answer.headers["www-authenticate"] == "Bearer"


async def test_being_disabled_or_given_another_role_bites_at_once(house: House) -> None:
    supervisor = house.people["casino_supervisor"]
    assert (await house.supervisor.get("/tables")).status_code == 200
    changed = await house.operator.patch(f"/staff/{supervisor.id}", {"role": "dealer"}, 1)
    assert changed.json()["role"] == "dealer"
    assert (await house.supervisor.get("/tables")).status_code == 401
    dealer = house.people["dealer"]
    assert (await house.operator.patch(f"/staff/{dealer.id}", {"enabled": False}, 1)).status_code == 200
    assert (await sign_in(house, CARDS["dealer"], PINS["dealer"]))[0] == 401


async def test_junk_is_not_told_apart_before_somebody_signed_in(house: House) -> None:
    for token in ("", "Bearer", "Bearer x", "Basic " + "a" * 22, "Bearer " + "a" * 22, "Bearer " + "a" * 500):
        answer = await house.http.post(
            "/api/v1/tables", content=b"{not json", headers={"Authorization": token, "Content-Type": "application/json"}
        )
        assert (answer.status_code, answer.json()["code"]) == (401, "not_signed_in")
