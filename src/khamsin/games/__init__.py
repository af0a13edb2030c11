"""The games, one folder each: data, rulebook, rulings, words, and the rules, a module a chapter.

A game knows the kernel and itself, never another game.
"""
