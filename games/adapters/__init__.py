"""The games as OpenSpiel and PettingZoo know games. Needs the extra `research`; imported by nobody."""
