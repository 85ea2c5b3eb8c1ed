import { readBrand, renderBrandStyle } from "../pages/brand.ts";
import { FONT_FAMILIES, renderFontFaces } from "../pages/fonts.ts";
import { renderPaletteStyle } from "../pages/style.ts";

// As in the dashboard.
const COLOR = "#12805c";
const BRAND = renderBrandStyle(readBrand({ color: COLOR }, {}));
const FACES = renderFontFaces(FONT_FAMILIES.inter, "");

/** The style of the guides: the hosted pages' palette, with the list of guides beside the text if there is room. */
export const GUIDE_STYLE = `${FACES}${renderPaletteStyle(undefined)}${BRAND}${`
*,*::before,*::after{box-sizing:border-box}
html{-webkit-text-size-adjust:100%;scroll-padding-top:1rem}
body{margin:0;font:16px/1.6 "Inter Variable",system-ui,-apple-system,"Segoe UI",Roboto,sans-serif;background:var(--surface);color:var(--ink);overflow-wrap:break-word}
a{color:var(--accent);text-underline-offset:.15em}
.top{display:flex;flex-wrap:wrap;gap:.75rem 1.5rem;align-items:center;padding:.75rem 1.5rem;border-bottom:1px solid var(--line);background:var(--ground)}
.top .name{display:flex;gap:.6rem;align-items:center;font-weight:600;color:var(--ink);text-decoration:none;margin-inline-end:auto}
.top form{display:flex;gap:.5rem;flex:0 1 22rem;min-width:0}
.top input{flex:1;min-width:0;font:inherit;font-size:.95rem;color:var(--ink);background:var(--surface);border:1px solid var(--field-line);border-radius:9px;padding:.4rem .7rem}
.top button{font:inherit;font-size:.95rem;font-weight:600;border:1px solid var(--button-line);background:var(--button);color:var(--button-ink);border-radius:9px;padding:.4rem .9rem;cursor:pointer}
.frame{display:grid;grid-template-columns:15rem minmax(0,1fr);max-width:76rem;margin:0 auto}
nav.guides{padding:1.5rem;border-inline-end:1px solid var(--line);font-size:.92rem}
nav.guides h2{font-size:.8rem;margin:1.25rem 0 .35rem;color:var(--muted);font-weight:600}
nav.guides h2:first-child{margin-top:0}
nav ul{list-style:none;margin:0;padding:0}
nav.guides a{display:block;padding:.2rem .6rem;margin-inline-start:-.6rem;border-radius:6px;color:var(--ink);text-decoration:none}
nav.guides a:hover{background:var(--soft)}
nav.guides a[aria-current]{background:var(--soft);font-weight:600;box-shadow:inset 3px 0 var(--accent)}
main{padding:2rem 3rem 4rem;min-width:0;max-width:54rem}.alone{grid-template-columns:minmax(0,54rem);justify-content:center}
main h1{font-size:1.9rem;line-height:1.2;letter-spacing:-.015em;margin:0 0 1rem}
main h2{font-size:1.3rem;line-height:1.3;margin:2.5rem 0 .75rem;padding-top:.25rem}
main h3{font-size:1.05rem;margin:1.75rem 0 .5rem}
main h4{font-size:1rem;margin:1.25rem 0 .5rem}
main p,main ul,main ol{margin:0 0 1rem}
main li{margin:.2rem 0}
main img{max-width:100%;height:auto;border:1px solid var(--line);border-radius:10px}
.anchor{color:var(--muted);text-decoration:none;font-weight:400;opacity:0}
.anchor:focus,:is(h2,h3,h4):hover .anchor{opacity:1}
code{font:.88em/1.5 ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;background:var(--soft);border-radius:5px;padding:.1em .3em}
a code{background:none;padding:0}
pre{background:var(--soft);border:1px solid var(--line);border-radius:10px;padding:.9rem 1.1rem;overflow:auto;margin:0 0 1rem}
pre code{background:none;padding:0;font-size:.86rem}
.code{position:relative}
.code .comment{color:var(--muted)}
.code .text{color:var(--good)}
.code button{position:absolute;top:.45rem;inset-inline-end:.45rem;font:inherit;font-size:.8rem;color:var(--muted);background:var(--surface);border:1px solid var(--line);border-radius:6px;padding:.1rem .55rem;cursor:pointer}
.code button:hover{color:var(--ink);border-color:var(--field-line)}
.table{overflow-x:auto;margin:0 0 1.25rem}
table{border-collapse:collapse;font-size:.93rem;min-width:100%}
th,td{text-align:start;vertical-align:top;padding:.5rem .75rem;border-bottom:1px solid var(--line)}
th{font-weight:600;color:var(--muted);white-space:nowrap}
td:first-child code{white-space:nowrap}
.contents{border:1px solid var(--line);border-radius:10px;padding:.75rem 1rem;margin:0 0 1.75rem;font-size:.93rem}
.contents p{display:none}
.contents ul{columns:2;column-gap:2rem;margin:0}
.contents li{break-inside:avoid;margin:0;padding:.15rem 0}
.near{display:flex;justify-content:space-between;gap:1rem;margin-top:3rem;padding-top:1.25rem;border-top:1px solid var(--line)}
.findings{list-style:none;padding:0}
.findings li{padding:.9rem 0;border-bottom:1px solid var(--line);margin:0}
.findings p{margin:.2rem 0 0;font-size:.93rem;color:var(--muted)}
mark{background:var(--warn-soft);color:var(--ink);border-radius:3px}
.sections{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(100%,15rem),1fr));gap:1.5rem 2rem}
.sections h2{font-size:1.05rem;margin:0 0 .4rem}
.sections ul{list-style:none;padding:0;margin:0}
:focus-visible{outline:3px solid var(--accent);outline-offset:2px}
.skip{position:absolute;inset-inline-start:-100vw}
.skip:focus{position:static}
@media (min-width:76rem){.frame.indexed{max-width:88rem}.indexed main{max-width:none;display:grid;grid-template-columns:minmax(0,46rem) 13rem;justify-content:center;align-content:start;column-gap:3rem}.indexed .contents{grid-column:2;grid-row:1/span 2;align-self:start;position:sticky;top:1.5rem;max-height:calc(100vh - 3rem);overflow-y:auto;border:0;border-inline-start:1px solid var(--line);border-radius:0;padding:0 0 0 1.25rem;font-size:.88rem}.indexed .contents p{display:block;margin:0 0 .35rem;color:var(--muted);font-weight:600}.indexed .contents ul{columns:1}.indexed .contents a{color:var(--ink);text-decoration:none}.indexed .contents a:hover{text-decoration:underline}}
@media (max-width:52rem){.code pre{padding-top:2.3rem}.frame{grid-template-columns:minmax(0,1fr)}nav.guides{display:none}main{padding:1.5rem 1.25rem 3rem}.top{padding:.75rem 1.25rem}.contents ul{columns:1}}
`
  .replace(/\n/g, "")
  .trim()}`;
