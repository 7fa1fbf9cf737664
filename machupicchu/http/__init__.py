"""What every request passes on its way, and the pages that are shown when that is not possible."""
