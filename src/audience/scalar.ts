/** A cell: CSV has texts, JSON lines have numbers and truth values too. */
export type Scalar = string | number | boolean;
