"""Rows that take as long as a question may wait."""

from rows import contains, equal, row


def prepare(session):
    session.routes("  - {name: ask, path: /ask, agent: ask, run: [touch, ran]}\n")
    session.answer("wait")


@row(28, "waits", "a question without an answer is isError 403 after 45 s; row 20: progress rises until the reply")
async def silence(client, session):
    told = []

    async def note(progress, total, message):
        told.append(progress)
        contains(message, "n_ask")

    code, message = await client.error("n_ask", progress=note)
    equal(code, 403)
    contains(message, "the user did not answer within 45 s")
    assert len(told) >= 2 and told == sorted(set(told)), told
    assert not session.has("ran")
