"""The command line: one file per subcommand, each imported when it is called."""
