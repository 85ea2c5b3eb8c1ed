// Keeps the settings of an application up to date while they are filled in (D471). It is sent in one script with
// idiomorph, in a scope of its own. Its form works the same without it, by the buttons that `.unscripted` hides.
{
  const DEBOUNCE_MS = 150;
  const LIMIT_MS = 30_000;
  const EDIT = "edit";
  // Passwords are never sent back, so answers lack what was typed.
  const SECRETS = '[type="password"],[placeholder^="-----BEGIN"]';

  const findForm = (root) => root.querySelector("form[data-live]");
  const readFields = () =>
    new URLSearchParams([...new FormData(findForm(document))].map(([name, value]) => [name, String(value)]));
  const wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

  /** What is to be asked: `live`, or the value of a pressed button; undefined: nothing. */
  let wanted;
  let timer;
  let isBusy = false;
  let isLeaving = false;

  async function fetchSection(fields, edit) {
    const body = new URLSearchParams([...fields, [EDIT, edit]]);
    const action = findForm(document).getAttribute("action");
    const reply = await fetch(action, { method: "POST", body, signal: AbortSignal.timeout(LIMIT_MS) });
    const text = await reply.text();
    // Without its head, whose style has the nonce of another page.
    const page = new DOMParser().parseFromString(text.slice(text.indexOf("<body")), "text/html");
    const section = findForm(page)?.closest("section");
    if (!reply.ok || !section) throw new Error(`The form was answered with ${reply.status}.`);
    return section;
  }

  function show(section) {
    // Set by hand: browsers refuse autofocus in frames.
    for (const one of section.querySelectorAll("[autofocus]")) {
      one.removeAttribute("autofocus");
      one.toggleAttribute("data-focus", true);
    }
    Idiomorph.morph(findForm(document).closest("section"), section.innerHTML, {
      morphStyle: "innerHTML",
      ignoreActiveValue: true,
      callbacks: { beforeNodeMorphed: (old) => !(old instanceof Element && old.matches(SECRETS)) },
    });
    const focused = findForm(document).querySelector("[data-focus]");
    focused?.removeAttribute("data-focus");
    focused?.focus();
  }

  /** One question at a time; an answer to a form that was changed since is dropped, and the new state is asked. */
  async function update() {
    isBusy = true;
    findForm(document).setAttribute("aria-busy", "true");
    try {
      while (wanted !== undefined) {
        const edit = wanted;
        const fields = readFields();
        const section = await fetchSection(fields, edit);
        if (wanted !== edit) continue;
        if (String(readFields()) === String(fields)) {
          wanted = undefined;
          show(section);
          setState(true);
        } else await wait(DEBOUNCE_MS);
      }
    } catch (error) {
      wanted = undefined;
      // The browser ends what a page that is left still asks.
      if (!isLeaving) {
        setState(false);
        console.warn(error);
      }
    }
    findForm(document).removeAttribute("aria-busy");
    isBusy = false;
  }

  /** While answers fail, the button that asks for them is there again. */
  function setState(works) {
    const form = findForm(document);
    form.closest("section").classList.toggle("live", works);
    form.querySelector("[data-live-problem]").hidden = works;
  }

  document.addEventListener("change", ({ target }) => {
    if (target.form !== findForm(document) || target.getAttribute("role") === "switch") return;
    clearTimeout(timer);
    timer = setTimeout(() => {
      wanted ??= "live";
      if (!isBusy) update();
    }, DEBOUNCE_MS);
  });
  document.addEventListener("submit", (event) => {
    const { target, submitter } = event;
    if (target !== findForm(document) || submitter?.name !== EDIT) {
      isLeaving = true;
      return;
    }
    event.preventDefault();
    // A second press would be for rows that the customer does not see yet.
    if (wanted !== undefined && wanted !== "live") return;
    wanted = submitter.value;
    if (!isBusy) update();
  });
  setState(true);
}
