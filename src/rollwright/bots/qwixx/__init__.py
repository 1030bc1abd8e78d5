"""The trained player of Qwixx in company: network, plan, bot, evaluator and arena kernel."""
