"""What people decide about their words and voices: consent, striking, forgetting, how long and how safely kept."""
