"""Routes that ask the user."""

import asyncio

from rows import contains, equal, row

ROUTES = """
  - {name: ask, path: /ask, agent: ask, input: {a: line?}, run: [touch, ran]}
  - {name: other, path: /other, agent: ask, run: [touch, other]}
"""


def prepare(session):
    session.routes(ROUTES)


@row(27, "questions", "`agent: ask` shows our question with the client's name, and the history has the socket")
async def asks(client, session):
    equal(await client.text("n_ask", {"a": "b"}), "done")
    question = session.questions()[-1].splitlines()
    contains(question[0], 'An agent asks (it says: "probe"')
    equal(question[1:4], ["n.ask", "runs: touch ran", "a: b"])
    request = session.history()[0]
    equal((request["door"], request["client"]), ("agent", "probe"))


@row(29, "questions", "three calls at once show three questions one after the other")
async def three(client, session):
    before = len(session.questions())
    equal(await asyncio.gather(*(client.text("n_ask", {"a": str(n)}) for n in range(3))), ["done"] * 3)
    equal(len(session.questions()), before + 3)
    assert "two questions are open" not in session.read("questions")


@row(28, "questions", "the user's no is isError and `cancelled`; after three, 429 and no question")
async def refused(client, session):
    session.answer("1")
    before = len(session.questions())
    for _ in range(3):
        _, message = await client.error("n_other")
        contains(message, "cancelled: ")
    code, message = await client.error("n_other")
    equal(code, 429)
    equal(len(session.questions()), before + 3)
    assert not session.has("other")
