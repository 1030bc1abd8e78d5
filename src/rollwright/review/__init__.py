"""What was played, judged: bots against each other, and later the coach's report."""
