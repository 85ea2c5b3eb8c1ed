/** The copy of what can be changed of an application of one's own. */
export const APPLICATION_SETUP = {
  title: "Application",
  name: "Name",
  nameHelp: "Shown to customers.",
  check: "Test request",
  checkHelp: "Sent when a customer connects, so that a wrong key is refused at once.",
  noCheck: "None: any key is accepted",
  noCheckHelp: "A wrong key is then noticed by the first call that fails.",
  noneSuitable:
    "None of its operations can test a credential: that takes a GET without required input that needs the sign-in. A wrong key is noticed by the first call that fails.",
  hasCheck: (path: string) => `A wrong key is refused: GET ${path} is called when a customer connects.`,
  hasNoCheck: "A wrong key is not noticed when a customer connects: no request tests it.",
  save: "Save changes",
  saved: "Application saved.",
};
