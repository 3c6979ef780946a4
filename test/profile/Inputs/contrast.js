// The least contrast of any text with what is behind it (WCAG 2.1), as "enough" from 4.5 on, else with the text at fault.
const contrast = () => {
  const parts = colour => {
    const numbers = colour.match(/[\d.]+/g).map(Number), scale = colour.startsWith("color(") ? 255 : 1;
    return [...numbers.slice(0, 3).map(x => x * scale), numbers.length > 3 ? numbers[3] : 1];
  };
  const over = (top, below) => [0, 1, 2].map(i => top[i] * top[3] + below[i] * (1 - top[3])).concat(1);
  const behind = element => {
    const own = parts(getComputedStyle(element).backgroundColor);
    if (own[3] === 1) return own;
    return over(own, element.parentElement ? behind(element.parentElement) : [255, 255, 255, 1]);
  };
  const luminance = colour => {
    const [r, g, b] = colour.map(x => x / 255 <= .03928 ? x / 255 / 12.92 : ((x / 255 + .055) / 1.055) ** 2.4);
    return .2126 * r + .7152 * g + .0722 * b;
  };
  let least = 21, worst = "";
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const element = texts.currentNode.parentElement;
    if (!texts.currentNode.data.trim() || !element.getClientRects().length || element.closest("script, title")) continue;
    const style = getComputedStyle(element), back = behind(element);
    const ink = over(parts(element.closest("svg") ? style.fill : style.color), back);
    const [dark, light] = [luminance(ink), luminance(back)].sort((a, b) => a - b);
    if ((light + .05) / (dark + .05) < least) {
      least = (light + .05) / (dark + .05);
      worst = texts.currentNode.data.trim() + " in " + (element.className.baseVal ?? element.className);
    }
  }
  return least >= 4.5 ? "enough" : least.toFixed(2) + " of " + worst;
};
// What the page says of dark mode counts from now on; what it says of narrow windows does as before.
const darken = () => {
  const rules = [...document.styleSheets[0].cssRules].filter(rule => rule.media?.mediaText.includes("dark"));
  for (const rule of rules) rule.media.mediaText = "all";
  return rules.length;
};
