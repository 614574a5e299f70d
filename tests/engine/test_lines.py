"""Lines with a bound: what is too long is cut, and the next one begins in its place."""

from io import BytesIO

from hypothesis import given
from hypothesis import strategies as st

from tavli.engine.lines import bounded_lines


@given(st.lists(st.binary(max_size=12).map(lambda b: b.translate(None, b"\r\n"))))
def test_short_lines_pass_and_long_ones_are_cut(lines):
    stream = BytesIO(b"".join(line + b"\n" for line in lines))
    assert list(bounded_lines(stream, 5)) == [line[:6] for line in lines]


def test_the_last_line_needs_no_end():
    assert list(bounded_lines(BytesIO(b"a\r\nb"), 5)) == [b"a", b"b"]
