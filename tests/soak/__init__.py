"""``make soak``: garbage for every reader, whole games, kills and a second opinion, for minutes or hours.

``checks`` says what must hold of one input of each kind; ``garbage`` makes inputs, ``guided`` lets a fuzzer look for those that
reach new code; whatever breaks a promise is shrunk and put under ``tests/found``, where an ordinary test runs it ever after.
"""
