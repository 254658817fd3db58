"""From a file to conversations: sniff, plan and readers; no database."""
