/**
 * In the page, before all else: says on the console when the first row of statements has been painted, and when one has that can be used. A file of its own, as what tsx
 * makes of functions needs its helpers.
 */
for (const [word, rows] of Object.entries({ painted: "tbody", usable: ":not([inert] *) > tbody" })) {
  requestAnimationFrame(function look() {
    const isThere = [...document.querySelectorAll(rows)].some(({ textContent }) => /JS\d{8}/.test(textContent));
    // A frame after the one in which the row came, it has been painted.
    if (isThere) requestAnimationFrame(() => setTimeout(() => console.debug(`${word} ${performance.now()}`)));
    else requestAnimationFrame(look);
  });
}
