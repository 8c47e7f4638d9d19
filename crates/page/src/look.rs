//! What the page looks like, and the little that it does by itself.

/// Colours have a contrast of at least 4.5 to 1 in both themes.
pub const STYLE: &str = "
:root{color-scheme:light dark;--bg:#ffffff;--fg:#1c2024;--dim:#5a6270;--line:#d5d9df;--code:#f4f6f8;--found:#a4161a;--near:#8a4b00;--open:#4a4f57;--proved:#14632f;--ran:#e3f1e6;--goal:#ffe0de;--link:#0b57b8}
@media(prefers-color-scheme:dark){:root:not([data-theme=light]){--bg:#14171b;--fg:#e7eaee;--dim:#a5adb9;--line:#363c45;--code:#1c2127;--found:#ff8f8a;--near:#f0b35e;--open:#b9c0ca;--proved:#7fd79b;--ran:#173222;--goal:#4a1d1f;--link:#8ab8ff}}
:root[data-theme=dark]{--bg:#14171b;--fg:#e7eaee;--dim:#a5adb9;--line:#363c45;--code:#1c2127;--found:#ff8f8a;--near:#f0b35e;--open:#b9c0ca;--proved:#7fd79b;--ran:#173222;--goal:#4a1d1f;--link:#8ab8ff;color-scheme:dark}
:root[data-theme=light]{color-scheme:light}
*{box-sizing:border-box}
body{font:15px/1.5 system-ui,sans-serif;color:var(--fg);background:var(--bg);max-width:1100px;margin:0 auto;padding:1.5rem 1rem 4rem}
header{position:relative;padding-right:9rem}h1{font-size:1.35rem;margin:0 0 .3rem;overflow-wrap:anywhere}h2{font-size:1.1rem;margin:2rem 0 .5rem}h3{font-size:.95rem;margin:1.1rem 0 .35rem;overflow-wrap:anywhere}
p{margin:.35rem 0;overflow-wrap:anywhere}header p,.dim{color:var(--dim)}
button{font:inherit;color:var(--fg);background:var(--code);border:1px solid var(--dim);border-radius:5px;padding:.2rem .7rem;cursor:pointer}
#theme{position:absolute;top:0;right:0}
:focus-visible{outline:3px solid var(--link);outline-offset:2px}
.skip{position:absolute;left:-999px}.skip:focus{left:1rem;top:.5rem;background:var(--bg);color:var(--link);padding:.3rem}
.counts{border:1px solid var(--line);border-radius:6px;display:flex;flex-wrap:wrap;gap:.3rem 1.4rem;margin:1rem 0;padding:.4rem .9rem}.counts legend{color:var(--dim);padding:0 .3rem}
.found{--c:var(--found)}.near{--c:var(--near)}.open{--c:var(--open)}.proved{--c:var(--proved)}.counts label{color:var(--c);font-weight:600}
.finding{border:1px solid var(--line);border-left:5px solid var(--c);border-radius:6px;margin:.5rem 0;padding:.1rem .9rem}.finding[open]{padding-bottom:.9rem}
.finding>summary{cursor:pointer;padding:.45rem 0;overflow-wrap:anywhere}.verdict{color:var(--c);display:inline-block;min-width:7.5rem}
.stack{margin:.2rem 0;padding-left:1.6rem}
table{border-collapse:collapse}th,td{text-align:left;vertical-align:top;padding:.2rem .9rem .2rem 0;border-bottom:1px solid var(--line);font-weight:400;overflow-wrap:anywhere}th[scope=col]{color:var(--dim)}th[scope=row]{font-weight:600}.numbers td{text-align:right;font-variant-numeric:tabular-nums}
.wide{overflow-x:auto}
code,pre{font:13px/1.55 ui-monospace,monospace}
.copy{position:relative}.copy pre{background:var(--code);border:1px solid var(--line);border-radius:5px;padding:.5rem 5rem .5rem .7rem;margin:.2rem 0;overflow-x:auto;white-space:pre-wrap;overflow-wrap:anywhere}.copy button{position:absolute;right:.4rem;top:.35rem;font-size:.85rem}
.source{border:1px solid var(--line);border-radius:5px;overflow-x:auto;background:var(--code);padding:.2rem 0}
.line{display:flex;white-space:pre;padding:0 .5rem;min-width:max-content}.line i{font:12px/1.7 ui-monospace,monospace;color:var(--dim);width:4.5rem;flex:none;text-align:right;padding-right:.8rem}
.ran{background:var(--ran)}.goal{background:var(--goal);box-shadow:inset 4px 0 var(--found)}.gap{color:var(--dim);padding-left:5rem}
.path{margin-top:1rem}.path>summary{cursor:pointer}.block{content-visibility:auto;contain-intrinsic-size:auto 4400px;overflow-x:auto}.in{font-weight:600;padding:.25rem .5rem 0}
#said{position:fixed;bottom:1rem;left:50%;transform:translateX(-50%);background:var(--fg);color:var(--bg);border-radius:6px;padding:.3rem 1rem;margin:0}#said:empty{display:none}
@media print{button,.counts{display:none}}
";

/// Copying, choosing verdicts, the theme. All of it can be done without: texts can be marked, verdicts are in order.
pub const SCRIPT: &str = "
'use strict';
const said=document.getElementById('said');let timer=0;
function say(text){said.textContent=text;clearTimeout(timer);timer=setTimeout(()=>{said.textContent='';},2000);}
async function copy(id){
  const pre=document.getElementById(id);
  try{await navigator.clipboard.writeText(pre.textContent);say('Copied');}
  catch(e){const r=document.createRange();r.selectNodeContents(pre);const s=getSelection();s.removeAllRanges();s.addRange(r);say('Marked: copy it with your keyboard');}
}
for(const b of document.querySelectorAll('[data-copy]')){b.hidden=false;b.addEventListener('click',()=>copy(b.dataset.copy));}
for(const box of document.querySelectorAll('input[data-verdict]')){
  const set=()=>{for(const f of document.querySelectorAll('.finding'))if(f.dataset.verdict===box.dataset.verdict)f.hidden=!box.checked;};
  box.addEventListener('change',set);set();
}
const theme=document.getElementById('theme');theme.hidden=false;
theme.addEventListener('click',()=>{
  const root=document.documentElement;const dark=root.dataset.theme?root.dataset.theme==='dark':matchMedia('(prefers-color-scheme: dark)').matches;
  root.dataset.theme=dark?'light':'dark';say(dark?'Light':'Dark');
});
";
