/** The copy of requests and responses. */
export const EXCHANGE = {
  headers: "Headers",
  body: "Body",
  emptyBody: "The body was empty",
};
