"""The editor of situations: a half-built Wood, operations of one line each, faults with their mends. Pure: no browser."""
