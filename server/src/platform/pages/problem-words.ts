/** What a page says of a request that failed with `status`; `message` is shown only of what the visitor can mend. */
export function problemWords(status: number, message: string): { title: string; text: string } {
  switch (status) {
    case 403:
      return {
        title: "Please send the form again",
        text: "It did not come from its own page, so nothing was changed. Go back, reload the page and try again.",
      };
    case 404:
      return {
        title: "There is nothing here",
        text: "What you are looking for is not offered, or not any more.",
      };
    case 413:
      return {
        title: "That is too much",
        text: "What was typed in is larger than 100 KB. Nothing was changed.",
      };
    case 415:
      return { title: "This could not be read", text: "Please use the form on the page." };
    case 503:
      return {
        title: "One moment, please",
        text: "The server is busy right now. Please try again in a minute.",
      };
    default:
      if (status >= 500) {
        return {
          title: "Something went wrong on our side",
          text: "Nothing was lost. Please try again later.",
        };
      }
      return { title: "This could not be done", text: message };
  }
}
