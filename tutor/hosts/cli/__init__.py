"""Commands that answer on standard output: questions to the rules, whole games, reports. Their options stand in
tutor.hosts.cli.cli."""
