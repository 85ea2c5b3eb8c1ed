// Said to be safe, these functions made the planner start parallel workers for what an index finds in less time.
export const up = [
  "alter function search_words(text) parallel unsafe",
  "alter function search_query(text) parallel unsafe",
];
