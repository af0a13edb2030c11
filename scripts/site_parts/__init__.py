"""The parts of the site that `scripts/make-site` builds."""
