"""The models of card files: costs, conditions, filters and abilities."""
