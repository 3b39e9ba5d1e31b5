"""The parts of the new-table screen: what was chosen (`choices`), and the rows and seats it is chosen with."""
