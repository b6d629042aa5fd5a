enum ProbePlaceholder {}
