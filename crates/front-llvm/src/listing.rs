//! The module as printed, with the line of each instruction.

use crate::instrument::places_of;
use crate::llvm::{self, Bb, Opcode, Value, ValueKind};
use crate::lower::resolve_alias;
use crate::{Hit, LoadError, Module};
use homing_ir::{Listed, ListedBlock, ListedFunction, Listing};
use llvm_sys::prelude::*;
use rustc_hash::{FxHashMap, FxHashSet};

impl Module {
    /// The text of the module with its flow of control. The places of `hits` are marked as targets.
    pub fn listing(&self, hits: &[Hit]) -> Result<Listing, LoadError> {
        let text = self.text();
        let lines = self.lines(&text)?;
        let targets: FxHashSet<Value> = hits.iter().flat_map(|h| places_of(self.raw(), &h.what)).collect();
        let defined: Vec<Value> = defined(self.raw()).collect();
        let callees = Callees::new(&defined);
        let function = |f: &Value| ListedFunction {
            name: f.name(),
            blocks: {
                let numbers: FxHashMap<Bb, u32> = f.blocks().zip(0..).collect();
                f.blocks().map(|b| block(b, &numbers, &lines, &targets, &callees)).collect()
            },
        };
        Ok(Listing { functions: defined.iter().map(function).collect(), text })
    }

    /// The line of each instruction in the module's text. LLVM prints instructions in order, so the n-th instruction line of a function is
    /// its n-th instruction; that both are equally many is checked.
    pub(crate) fn lines(&self, text: &str) -> Result<FxHashMap<Value, u32>, LoadError> {
        let found = instruction_lines(text);
        let mut lines = FxHashMap::default();
        let mut bodies = found.into_iter();
        for f in defined(self.raw()) {
            let body = bodies.next().unwrap_or_default();
            let instructions: Vec<Value> = f.blocks().flat_map(|b| b.instructions()).collect();
            if body.len() != instructions.len() {
                let message =
                    format!("the text of {} has {} instructions instead of {}", f.name(), body.len(), instructions.len());
                return Err(LoadError::Unsupported { path: self.path().into(), message });
            }
            lines.extend(instructions.into_iter().zip(body));
        }
        Ok(lines)
    }
}

fn defined(m: LLVMModuleRef) -> impl Iterator<Item = Value> {
    llvm::functions(m).filter(|f| !f.is_declaration())
}

/// By function body in the text: the lines on which an instruction starts. Instructions are indented by two; deeper lines go on with one or
/// are debug records, and a bracket ends a switch.
fn instruction_lines(text: &str) -> Vec<Vec<u32>> {
    let mut bodies: Vec<Vec<u32>> = Vec::new();
    let mut inside = false;
    for (number, line) in (1..).zip(text.lines()) {
        match line {
            _ if line.starts_with("define ") => {
                bodies.push(Vec::new());
                inside = true;
            }
            "}" => inside = false,
            _ if inside && starts_instruction(line) => bodies.last_mut().into_iter().for_each(|b| b.push(number)),
            _ => {}
        }
    }
    bodies
}

fn starts_instruction(line: &str) -> bool {
    line.strip_prefix("  ").is_some_and(|rest| !rest.starts_with([' ', ']', ';', '#']) && !rest.starts_with("uselistorder"))
}

fn block(
    b: Bb,
    numbers: &FxHashMap<Bb, u32>,
    lines: &FxHashMap<Value, u32>,
    targets: &FxHashSet<Value>,
    callees: &Callees,
) -> ListedBlock {
    let instructions: Vec<Value> = b.instructions().collect();
    let (mut next, mut returns) = (Vec::new(), false);
    if let Some(last) = instructions.last() {
        next = last.successors().filter_map(|s| numbers.get(&s).copied()).collect();
        next.sort_unstable();
        next.dedup();
        returns = last.opcode() == Opcode::LLVMRet;
    }
    let listed = |v: &Value| Listed { line: lines[v], calls: callees.of(*v), target: targets.contains(v) };
    ListedBlock { instructions: instructions.iter().map(listed).collect(), next, returns }
}

/// Who may be called.
struct Callees {
    numbers: FxHashMap<Value, u32>,
    /// Functions whose address is taken, with their types.
    taken: Vec<(llvm::Ty, u32)>,
}

impl Callees {
    fn new(defined: &[Value]) -> Callees {
        let numbers: FxHashMap<Value, u32> = defined.iter().copied().zip(0..).collect();
        let taken = defined.iter().filter(|f| address_taken(**f)).map(|f| (f.value_type(), numbers[f])).collect();
        Callees { numbers, taken }
    }

    /// An indirect call goes to functions of its type whose address is taken.
    fn of(&self, v: Value) -> Vec<u32> {
        if !matches!(v.opcode(), Opcode::LLVMCall | Opcode::LLVMInvoke | Opcode::LLVMCallBr) {
            return Vec::new();
        }
        let (callee, ty) = (resolve_alias(v.callee()), v.called_type());
        match callee.kind() {
            ValueKind::LLVMInlineAsmValueKind => Vec::new(),
            ValueKind::LLVMFunctionValueKind => self.numbers.get(&callee).copied().into_iter().collect(),
            _ => self.taken.iter().filter(|(t, _)| *t == ty).map(|(_, f)| *f).collect(),
        }
    }
}

/// Is the function used other than by calling it?
fn address_taken(f: Value) -> bool {
    f.users().any(|user| {
        let called = user.is_instruction()
            && matches!(user.opcode(), Opcode::LLVMCall | Opcode::LLVMInvoke | Opcode::LLVMCallBr)
            && user.callee() == f;
        // The callee is an operand like the arguments.
        !called || (0..user.operand_count()).filter(|i| user.operand(*i) == f).count() > 1
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::HitSpec;

    /// Everything that is printed on several lines, with names and without.
    const TEXT: &str = r#"
@table = constant [2 x ptr] [ptr @one, ptr @two]

declare i32 @__gxx_personality_v0(...)
declare void @outside(ptr)

define i32 @one(i32 %x) {
  switch i32 %x, label %def [
    i32 1, label %a
    i32 2, label %b
  ]

a:
  br label %b

b:
  %p = phi i32 [ 3, %a ], [ 4, %0 ]
  ret i32 %p

def:
  %i = load ptr, ptr @table
  %r = call i32 %i(i32 %x)
  ret i32 %r
}

define i32 @two(i32 %0) personality ptr @__gxx_personality_v0 {
  %2 = invoke i32 @one(i32 %0)
          to label %3 unwind label %4

3:
  call void @outside(ptr @three)
  ret i32 %2

4:
  %5 = landingpad { ptr, i32 }
          cleanup
          catch ptr null
  call void asm sideeffect "nop\0A  nop", ""()
  unreachable
}

define void @three() {
  ret void
}
"#;

    fn module() -> Module {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("m.ll");
        std::fs::write(&path, TEXT).expect("writable");
        crate::load(&[path]).unwrap_or_else(|e| panic!("{e}"))
    }

    #[test]
    fn each_line_is_that_of_its_instruction() {
        let m = module();
        let text = m.text();
        let lines = m.lines(&text).expect("lines");
        let printed: Vec<&str> = text.lines().collect();
        let all: Vec<Value> = defined(m.raw()).flat_map(|f| f.blocks()).flat_map(|b| b.instructions()).collect();
        assert_eq!(lines.len(), all.len());
        for v in all {
            let own = v.print();
            assert_eq!(printed[lines[&v] as usize - 1].trim(), own.lines().next().unwrap_or_default().trim());
        }
    }

    #[test]
    fn flow_and_calls() {
        let m = module();
        let listing = m.listing(&[Hit { id: 0, what: HitSpec::Function("outside".into()) }]).expect("a listing");
        let names: Vec<&str> = listing.functions.iter().map(|f| f.name.as_str()).collect();
        assert_eq!(names, ["one", "two", "three"]);
        let [one, two, three] = &listing.functions[..] else { panic!() };
        assert_eq!(one.blocks[0].next, [1, 2, 3]);
        assert!(one.blocks[2].returns && !one.blocks[0].returns && three.blocks[0].returns);
        // Functions of the call's type whose address is taken: not `three`.
        assert_eq!(one.blocks[3].instructions[1].calls, [0, 1]);
        assert_eq!(two.blocks[0].instructions[0].calls, [0]);
        assert_eq!(two.blocks[0].next, [1, 2]);
        assert!(two.blocks[1].instructions[0].target && two.blocks[1].instructions[0].calls.is_empty());
        assert_eq!(
            listing.functions.iter().flat_map(|f| &f.blocks).flat_map(|b| &b.instructions).filter(|i| i.target).count(),
            1
        );
    }
}
