"""Graph: what is true of people, projects, organizations, tools and places, and what was."""
