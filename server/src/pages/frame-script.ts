/** What a page in a frame reports to its host page, if that is one of `parents`, or to any if it is `*`. */
export interface FrameFacts {
  readonly parents: readonly string[] | "*";
  readonly status: number;
  /** The path at which the same page can be opened outside the frame. */
  readonly path?: string;
  /** It has entries that a reload would lose: it keeps its look while that of its host page changes. */
  readonly holdsWork?: boolean;
  readonly state?: object;
}

/**
 * The script of a page in a frame, which otherwise needs none. Consent is given in another window: the page checks
 * again when the visitor returns to it. If its host page contains `<junctor-connect>`, which says hello, it reports
 * its height and the account's state; if no window can be opened, it has the host page leave for the portal. It also
 * sets the focus (`focus.ts`).
 */
export const FRAME_SCRIPT = `
const {parents,...page}=JSON.parse(document.currentScript.dataset.facts);
const WINDOW="junctor-connect";
let to,away=location.hash==="#away";
const tell=(junctor,data)=>{if(to)parent.postMessage({junctor,...data},to)};
const size=()=>tell("size",{height:Math.ceil(document.documentElement.getBoundingClientRect().height)});
addEventListener("message",({source,origin,data})=>{
if(source!==parent||data?.junctor!=="hello"||!(parents==="*"||parents.includes(origin)))return;
if(!to){to=origin;document.documentElement.style.overflow="hidden";new ResizeObserver(size).observe(document.documentElement)}
tell("page",{...page,focused:document.activeElement!==document.body});size()
});
addEventListener("DOMContentLoaded",()=>document.querySelector("[data-focus]")?.focus());
const look=()=>{if(!away||document.hidden)return;history.replaceState(null,"",location.href.split("#")[0]);location.reload()};
addEventListener("focus",look);
document.addEventListener("visibilitychange",look);
addEventListener("submit",event=>{
const form=event.target;
if(form.target!=="_blank"&&form.target!==WINDOW)return;
if(to){
const opened=open("",WINDOW,"popup,width=600,height=760");
if(!opened){event.preventDefault();tell("blocked",{path:page.path});return}
form.target=WINDOW;
const watch=setInterval(()=>{if(!opened.closed)return;clearInterval(watch);history.replaceState(null,"",location.href.split("#")[0]+"#away");location.reload()},500)
}
away=true
});`
  .replace(/\n/g, "")
  .trim();
