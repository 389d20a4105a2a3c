"""The pictures come from the links a floor prints; these tests read such output without starting one."""

from tools.screens import links_in

OUTPUT = """
  Player terminal   http://127.0.0.1:41003/pt/#device=PT-1&token=abc_D-1
  Player terminal   http://127.0.0.1:41003/pt/#device=PT-2&token=xyz
│ Dealer terminal │ http://127.0.0.1:41003/dt/#device=DT-1&token=q │
  Display           http://127.0.0.1:41003/display/#device=WND-1&token=r
  API               http://127.0.0.1:41003/api/v1/docs
"""


def test_the_first_link_of_each_kind_is_taken() -> None:
    assert links_in(OUTPUT) == {
        "pt": "http://127.0.0.1:41003/pt/#device=PT-1&token=abc_D-1",
        "dt": "http://127.0.0.1:41003/dt/#device=DT-1&token=q",
        "display": "http://127.0.0.1:41003/display/#device=WND-1&token=r",
    }


def test_other_text_has_no_links() -> None:
    assert links_in("starting http://127.0.0.1:1/api/v1/docs and /pt/ without a host") == {}
