/** To be run in a page: texts whose contrast to what is behind them is below 4.5 (WCAG 2.2, 1.4.3). */
export const findFaint = `(() => {
  const read = (colour) => colour.match(/[\\d.]+/g).map(Number);
  const light = ([r, g, b]) => [r, g, b].map((c) => c / 255)
    .map((c) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4))
    .reduce((sum, c, at) => sum + c * [0.2126, 0.7152, 0.0722][at], 0);
  const back = (each) => {
    const colour = read(getComputedStyle(each).backgroundColor);
    return colour.length === 3 || colour[3] > 0 ? colour : back(each.parentElement);
  };
  return [...document.body.querySelectorAll('*:not(svg, svg *)')]
    .filter((each) => [...each.childNodes].some((node) => node.nodeType === 3 && node.data.trim() !== ''))
    .filter((each) => {
      const [a, b] = [light(read(getComputedStyle(each).color)), light(back(each))];
      return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05) < 4.5;
    })
    .map((each) => each.className + ': ' + each.textContent.slice(0, 40));
})()`;
