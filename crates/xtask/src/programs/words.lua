-- Reads standard input and a file, counts words, sorts.
local count, lines = {}, 0
for line in io.lines() do
  lines = lines + 1
  for word in line:gmatch("%a+") do
    word = word:lower()
    count[word] = (count[word] or 0) + 1
  end
end
local words = {}
for word in pairs(count) do words[#words + 1] = word end
table.sort(words, function(x, y)
  if count[x] ~= count[y] then return count[x] > count[y] end
  return x < y
end)
print(lines)
for i = 1, math.min(8, #words) do print(words[i], count[words[i]]) end

local f = assert(io.open("words.lua"))
print(#f:read("a"), f:seek("set", 3), f:read(5))
f:close()
print(io.open("nothere"))
local out = assert(io.open("made", "w"))
out:write("x", 1, 2.5, "\n")
out:close()
for line in io.lines("made") do print(line) end
