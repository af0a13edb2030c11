"""What is shown, as data: scenes, pictures, panels, odds."""
