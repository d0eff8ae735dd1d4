/** In the page, before all else: says on the console when the first row of statements has been painted. A file of its own, as what tsx makes of functions needs its helpers. */
requestAnimationFrame(function look() {
  const isThere = [...document.querySelectorAll("tbody")].some(({ textContent }) => /JS\d{8}/.test(textContent));
  // A frame after the one in which the row came, it has been painted.
  if (isThere) requestAnimationFrame(() => setTimeout(() => console.debug(`painted ${performance.now()}`)));
  else requestAnimationFrame(look);
});
