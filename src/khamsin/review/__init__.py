"""What a match tells when it is over: who stood how well when, by luck or by what decisions."""
