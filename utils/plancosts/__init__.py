"""The constants of the front end's plan costs, fitted to cycles of the packet profiler's model."""
