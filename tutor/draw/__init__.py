"""What every picture is made of: shapes with their targets, and how one picture becomes the next."""
