// Narrows the list of applications while the customer types (D471). The form that it listens to works without it.
{
  const search = document.querySelector("input[name=search]");
  const rows = [...document.querySelectorAll("[data-find]")];
  const none = document.querySelector("[data-none]");
  // A list that the server has narrowed lacks the other rows.
  if (search && none && search.value === "") {
    const form = search.closest("form");
    const sections = [...document.querySelectorAll("main section")];
    const narrow = () => {
      const words = search.value.trim().toLowerCase();
      for (const row of rows) row.hidden = !row.dataset.find.includes(words);
      for (const one of sections)
        one.hidden = words !== "" && !one.querySelector("[data-find]:not([hidden])");
      none.hidden = rows.some((row) => !row.hidden);
    };
    form.classList.add("live");
    form.addEventListener("submit", (event) => event.preventDefault());
    search.addEventListener("input", narrow);
    // A browser that goes back keeps what was typed.
    if (search.value !== "") narrow();
  }
}
