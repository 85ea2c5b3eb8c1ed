const LIGHT =
  "--ground:#f5f6f8;--ground-ink:#1b2230;--surface:#fff;--ink:#1b2230;--muted:#566072;--line:#dce1e9;--field-line:#7f899a;--soft:#f1f3f7;--good:#14693f;--good-soft:#e7f5ec;--bad:#a8201a;--bad-soft:#fdeceb;--warn:#7a4b00;--warn-soft:#fdf3df;";
const DARK =
  "--ground:#11151c;--ground-ink:#e8ecf3;--surface:#1b212b;--ink:#e8ecf3;--muted:#a7b1c2;--line:#323b49;--field-line:#7d889a;--soft:#232a36;--good:#7fd6a5;--good-soft:#17301f;--bad:#ff9e97;--bad-soft:#3a1d1c;--warn:#f0c272;--warn-soft:#352a13;";

/** The palette of the surfaces: one scheme or, without one, according to the visitor's system. */
export function renderPaletteStyle(scheme: "light" | "dark" | undefined): string {
  if (scheme !== undefined) return `:root{${scheme === "dark" ? DARK : LIGHT}}`;
  return `:root{${LIGHT}}@media (prefers-color-scheme:dark){:root{${DARK}}}`;
}

/** The layout of every page; no images, fonts or scripts from anywhere. */
export const LAYOUT = `
*,*::before,*::after{box-sizing:border-box}
[hidden]{display:none!important}
html{-webkit-text-size-adjust:100%}
body{margin:0;font:16px/1.5 var(--font,system-ui),system-ui,-apple-system,"Segoe UI",Roboto,sans-serif;background:var(--ground);color:var(--ink);overflow-wrap:anywhere}
.page{max-width:46rem;margin:0 auto;padding:2rem 1.25rem 4rem}
.brand{display:flex;align-items:center;gap:.75rem;margin:0 0 2rem;color:var(--ground-ink);font-weight:600}
.brand img{height:2rem;max-width:10rem;object-fit:contain}
h1{font-size:1.6rem;line-height:1.25;letter-spacing:-.01em;margin:0 0 .4rem}
h2{font-size:1.1rem;line-height:1.35;margin:0 0 .75rem}
h3{font-size:1rem;margin:0}
p{margin:0 0 .75rem}
a{color:var(--accent);text-underline-offset:.15em}
.intro{color:var(--ground-ink);margin-bottom:1.75rem}
.intro p{margin:0}
.back{display:inline-block;margin:0 0 1rem;color:var(--ground-ink);text-decoration:none}
.back:hover{text-decoration:underline}
[dir=rtl] .arrow{display:inline-block;transform:scaleX(-1)}
.section-title{color:var(--ground-ink);font-size:.95rem;margin:1.75rem 0 .75rem}
.card{background:var(--surface);border:1px solid var(--line);border-radius:var(--radius,14px);padding:1.5rem;margin:0 0 1.25rem}
.card>:last-child{margin-bottom:0}
.muted,.help{color:var(--muted)}
.help{font-size:.9rem;margin:0 0 .35rem}
.apps{list-style:none;margin:0;padding:0;display:grid;gap:.75rem;grid-template-columns:repeat(auto-fill,minmax(min(100%,19rem),1fr))}
.app{position:relative;display:flex;gap:.9rem;align-items:center;background:var(--surface);border:1px solid var(--line);border-radius:var(--radius,14px);padding:.9rem 1rem;min-height:4.75rem}
.app:hover{border-color:var(--accent)}
.app:focus-within{border-color:var(--accent)}
.app a{color:inherit;text-decoration:none;font-weight:600}
.app a::after{content:"";position:absolute;inset:0;border-radius:var(--radius,14px)}
.app p{margin:0;font-size:.875rem;color:var(--muted)}
.app .text{min-width:0;flex:1}
.choices{list-style:none;margin:0 0 1.25rem;padding:0;display:grid;gap:.6rem}
.choice{display:flex;flex-wrap:wrap;gap:.15rem .75rem;align-items:center;justify-content:space-between;width:100%;text-align:start;font-weight:400;background:var(--surface);color:var(--ink);border-color:var(--line);border-radius:var(--radius,14px);padding:.9rem 1rem}
.choice:hover{filter:none;border-color:var(--accent)}
.choice>.muted{flex:1 0 100%;font-size:.875rem}
.flows{list-style:none;margin:0 0 1.25rem;padding:0;display:grid;gap:.75rem}
.flow{display:flex;flex-wrap:wrap;gap:.75rem 1.25rem;align-items:center;background:var(--surface);border:1px solid var(--line);border-radius:var(--radius,14px);padding:.9rem 1rem}
.flow .text{flex:1 1 12rem;min-width:0}
.flow .text :is(a,b){font-weight:600;overflow-wrap:anywhere}
.flow p{margin:0;font-size:.875rem}
.linked{position:relative}
.linked:hover,.linked:focus-within{border-color:var(--accent)}
.linked .text a{color:inherit;text-decoration:none}
.linked .text a::after{content:"";position:absolute;inset:0;border-radius:var(--radius,14px)}
.flow-actions{display:flex;flex-wrap:wrap;gap:.5rem 1rem;align-items:center;font-size:.9rem}
.icon{flex:none;width:2.5rem;height:2.5rem;border-radius:min(var(--radius,9px),1.4rem);object-fit:contain}
.letter{display:grid;place-items:center;background:var(--soft);color:var(--muted);font-weight:700}
.large{width:3.25rem;height:3.25rem;border-radius:var(--radius,12px)}
.head{display:flex;gap:1rem;align-items:center;margin:0 0 1.5rem;color:var(--ground-ink)}
.head h1{margin:0}
.head p{margin:.1rem 0 0}
.state{display:inline-flex;align-items:center;gap:.4rem;font-size:.875rem;font-weight:600}
.state::before{content:"";width:.55rem;height:.55rem;border-radius:50%;background:currentColor}
.good{color:var(--good)}
.warn{color:var(--warn)}
.state.bad,.failed{color:var(--bad)}
.notice{border-radius:var(--radius,12px);padding:.9rem 1.1rem;margin:0 0 1.25rem;border:1px solid transparent}
.notice p,.notice ul{margin:.25rem 0 0}
.notice ul{padding-inline-start:1.2rem}
.notice strong{display:block}
.notice:focus{outline:none}
.notice.good{background:var(--good-soft);border-color:var(--good)}
.notice.bad{background:var(--bad-soft);color:var(--bad);border-color:var(--bad)}
.notice.bad a{color:inherit}
.notice.warn{background:var(--warn-soft);border-color:var(--warn)}
form{margin:0}
.field{margin:0 0 1.15rem;border:0;padding:0;min-width:0}
select:disabled{color:var(--muted);background:var(--soft)}
.field label,legend{display:block;font-weight:600;padding:0;margin:0 0 .2rem}
.optional{font-weight:400;color:var(--muted)}
input[type=text],input[type=password],input[type=number],input[type=email],input[type=url],input[type=date],input[type=datetime-local],input[type=search],select,textarea{width:100%;font:inherit;color:var(--ink);background:var(--surface);border:1px solid var(--field-line);border-radius:min(var(--radius,9px),1.4rem);padding:.6rem .75rem;min-height:2.75rem}
textarea{min-height:6rem;resize:vertical}
textarea.code{font-family:ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;font-size:.9rem}
input[type=checkbox],input[type=radio]{width:1.15rem;height:1.15rem;margin:.2rem 0 0;accent-color:var(--accent);flex:none}
.check{display:flex;gap:.6rem;align-items:flex-start;padding:.2rem 0}
.check label{font-weight:400;margin:0}
.checks{max-height:15rem;overflow:auto;border:1px solid var(--line);border-radius:min(var(--radius,9px),1.4rem);padding:.5rem .75rem}
.pairs{display:grid;grid-template-columns:minmax(0,2fr) minmax(0,3fr);gap:.5rem .9rem;align-items:center}
.pairs label{margin:0;font-weight:400}
.side{font-size:.9rem}
.rules{display:grid;gap:.75rem}
.rule{display:grid;grid-template-columns:repeat(3,minmax(0,1fr)) auto;gap:.5rem;align-items:start}
.rule .field{margin:0}
.rule legend{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}
.rule .checks{padding:.3rem .75rem}
.rule-group{display:grid;gap:.75rem;min-width:0;margin:0;border:1px solid var(--line);border-radius:var(--radius,12px);padding:.75rem .9rem .9rem}
.rule-group legend{padding:0 .35rem}
.rule-group>button{justify-self:start}
.rule-mode{display:flex;flex-wrap:wrap;gap:.35rem .75rem;align-items:center}
.rule-mode select{width:auto}
.rule-mode label{margin:0;font-weight:400}
.rule-actions{display:flex;flex-wrap:wrap;gap:.5rem .75rem;align-items:center;font-size:.9rem}
.live .unscripted{display:none}
[aria-busy=true]{cursor:progress}
.small{padding:.45rem .8rem;font-size:.9rem}
[aria-invalid=true]{border-color:var(--bad)!important}
.error{color:var(--bad);font-size:.9rem;margin:.3rem 0 0;font-weight:600}
:focus-visible{outline:3px solid var(--accent);outline-offset:2px}
.button,button{display:inline-block;font:inherit;font-weight:600;text-decoration:none;text-align:center;border-radius:min(var(--radius,9px),1.4rem);border:1px solid var(--button-line);padding:.65rem 1.15rem;min-height:2.75rem;cursor:pointer;background:var(--button);color:var(--button-ink)}
button:hover,.button:hover{filter:brightness(.93)}
.quiet{background:transparent;color:var(--ink);border-color:var(--field-line)}
.danger{background:var(--bad);color:var(--surface);border-color:transparent}
.actions{display:flex;flex-wrap:wrap;gap:.75rem;align-items:center;margin-top:1.25rem}
.actions:first-child{margin-top:0}
.actions+.help{margin:1rem 0 0}
.message{white-space:pre-wrap;margin-bottom:1.25rem}
.given{margin:0 0 1.25rem}
.given dt{font-weight:600;margin:0 0 .2rem}
.given dd{margin:0 0 .75rem;padding:.5rem .75rem;border:1px solid var(--line);border-radius:min(var(--radius,9px),1.4rem);background:var(--soft);white-space:pre-wrap;overflow-wrap:anywhere;unicode-bidi:isolate;max-height:24rem;overflow:auto}
.given .code{font:.9rem/1.45 ui-monospace,SFMono-Regular,Menlo,Consolas,monospace}
.whose{display:grid;grid-template-columns:auto minmax(0,1fr);gap:.4rem 1.25rem;margin:0 0 1.25rem}
.whose dt{color:var(--muted)}
.whose dd{margin:0;font-weight:600}
.whose .muted{font-weight:400}
.search{display:flex;gap:.6rem;margin:0 0 1.25rem}
.search button{flex:none}
details{border-top:1px solid var(--line);margin-top:1.25rem;padding-top:1rem}
summary{cursor:pointer;font-weight:600}
details[open] summary{margin-bottom:1rem}
.plain{list-style:none;margin:0;padding:0;display:grid;gap:.6rem}
.plain p{margin:0;font-size:.9rem}
.plain code{font:.85rem ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;color:var(--muted)}
.only{border:0;margin:0;padding:0}
.steps{display:flex;flex-wrap:wrap;gap:.4rem 1.25rem;list-style:none;margin:0 0 1.25rem;padding:0 0 .75rem;border-bottom:1px solid var(--line)}
.steps a{text-decoration:none;color:var(--muted);padding:.25rem 0;display:inline-block}
.steps a[aria-current]{color:var(--ink);font-weight:600;box-shadow:0 2px 0 var(--accent)}
.workflow{border:1px solid var(--line);border-radius:var(--radius,12px);padding:1rem 1.1rem;margin:0 0 1rem}
.workflow .fields{margin-top:1rem;padding-top:1rem;border-top:1px solid var(--line)}
.workflow .fields>:last-child{margin-bottom:0}
.folds:has([role=switch]:not(:checked)) .fields{display:none}
.switch{display:flex;gap:.9rem;align-items:flex-start}
.switch .text{flex:1;min-width:0}
.switch .text p{margin:0;font-size:.9rem}
.switch input{appearance:none;width:2.6rem;height:1.5rem;border-radius:1rem;background:var(--surface);border:1px solid var(--field-line);position:relative;cursor:pointer;margin:.1rem 0 0}
.switch input::after{content:"";position:absolute;inset-block-start:.2rem;inset-inline-start:.2rem;width:1rem;height:1rem;border-radius:50%;background:var(--field-line)}
.switch input:checked{background:var(--accent);border-color:var(--accent)}
.switch input:checked::after{inset-inline-start:1.3rem;background:var(--surface)}
.facts{display:flex;flex-wrap:wrap;gap:.35rem 1.5rem;align-items:baseline;justify-content:space-between}
.code-shown{display:block;font:600 1.6rem/1.4 ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;letter-spacing:.06em;margin:.3rem 0}
.foot{margin-top:2.5rem;font-size:.85rem;color:var(--ground-ink)}
.support{margin-top:2.5rem;padding-top:1rem;border-top:1px solid;border-color:color-mix(in srgb,var(--ground-ink) 20%,transparent);font-size:.875rem;color:var(--ground-ink)}
.support a{color:inherit}
.sr{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
@media (max-width:30rem){.page{padding:1.25rem 1rem 3rem}.card{padding:1.15rem}h1{font-size:1.35rem}.pairs{grid-template-columns:1fr;gap:.2rem}.side{display:none}.rule{grid-template-columns:minmax(0,1fr);padding:0 0 .75rem;border-bottom:1px solid var(--line)}.rule button{justify-self:start}.whose{grid-template-columns:1fr;gap:0}.whose dd{margin-bottom:.6rem}.pairs select,.pairs input{margin-bottom:.6rem}.actions .button,.actions button{width:100%}}
@media (forced-colors:active){.switch input{appearance:auto}.switch input::after{content:none}.state::before{forced-color-adjust:none}}
`
  .replace(/\n/g, "")
  .trim();
