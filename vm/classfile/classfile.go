// Package classfile reads class files (JVMS chapter 4), versions 45 to 61.
//
// Invariant: Parse never panics and never reads outside its input, whatever the
// bytes are; every error says at which offset what was wrong. A Class keeps
// pointing into the input, which must not change afterwards.
package classfile

// Tag is the tag of a constant pool entry (JVMS 4.4, table 4.4-A).
type Tag uint8

// The constant pool tags.
const (
	TagUtf8               Tag = 1
	TagInteger            Tag = 3
	TagFloat              Tag = 4
	TagLong               Tag = 5
	TagDouble             Tag = 6
	TagClass              Tag = 7
	TagString             Tag = 8
	TagFieldref           Tag = 9
	TagMethodref          Tag = 10
	TagInterfaceMethodref Tag = 11
	TagNameAndType        Tag = 12
	TagMethodHandle       Tag = 15
	TagMethodType         Tag = 16
	TagDynamic            Tag = 17
	TagInvokeDynamic      Tag = 18
	TagModule             Tag = 19
	TagPackage            Tag = 20
)

// Access flags (JVMS 4.1, 4.5, 4.6).
const (
	AccPublic       = 0x0001
	AccPrivate      = 0x0002
	AccProtected    = 0x0004
	AccStatic       = 0x0008
	AccFinal        = 0x0010
	AccSynchronized = 0x0020
	AccSuper        = 0x0020
	AccVolatile     = 0x0040
	AccBridge       = 0x0040
	AccVarargs      = 0x0080
	AccTransient    = 0x0080
	AccNative       = 0x0100
	AccInterface    = 0x0200
	AccAbstract     = 0x0400
	AccStrict       = 0x0800
	AccSynthetic    = 0x1000
	AccAnnotation   = 0x2000
	AccEnum         = 0x4000
	AccModule       = 0x8000
)

// Class is a parsed class file.
type Class struct {
	Minor, Major uint16
	Pool         Pool
	Flags        uint16
	Name         string // binary name with slashes
	Super        string // "" for java/lang/Object and module-info
	Interfaces   []string
	Fields       []Member
	Methods      []Member

	SourceFile          string
	Signature           string
	InnerClasses        []InnerClass
	EnclosingClass      string // EnclosingMethod attribute; "" for none
	EnclosingName       string // "" where the attribute names no method
	EnclosingDescriptor string
	NestHost            string
	NestMembers         []string
	PermittedSubclasses []string
	IsRecord            bool
	RecordComponents    []RecordComponent
	BootstrapMethods    []BootstrapMethod
	Annotations         []byte // RuntimeVisibleAnnotations, the attribute's raw bytes (nil: none)
	TypeAnnotations     []byte // RuntimeVisibleTypeAnnotations
	Synthetic           bool   // Synthetic attribute (old class files)
	// InvisibleAnnotations are RuntimeInvisibleAnnotations: programs do not see them.
	InvisibleAnnotations []byte
}

// InnerClass is one entry of the InnerClasses attribute (JVMS 4.7.6).
type InnerClass struct {
	Inner, Outer, Name string // Outer and Name may be ""
	Flags              uint16
}

// RecordComponent is one component of a Record attribute (JVMS 4.7.30).
type RecordComponent struct {
	Name, Descriptor, Signature  string
	Annotations, TypeAnnotations []byte
}

// BootstrapMethod is one entry of the BootstrapMethods attribute (JVMS 4.7.23).
type BootstrapMethod struct {
	Method    uint16   // index of a MethodHandle constant
	Arguments []uint16 // indices of loadable constants
}

// Member is a field or a method.
type Member struct {
	Flags            uint16
	ConstantValue    uint16 // fields: constant pool index, 0 for none
	Synthetic        bool   // Synthetic attribute; the ACC_SYNTHETIC flag is in Flags
	Name, Descriptor string
	Code             *Code             // methods: nil for abstract and native ones
	Rare             *MemberAttributes // nil: none; Attributes reads it
}

// Attributes are the member's other attributes, which are not to be changed.
func (m *Member) Attributes() *MemberAttributes {
	if m.Rare == nil {
		return &noAttributes
	}
	return m.Rare
}

// attributes are those that the parser sets.
func (m *Member) attributes() *MemberAttributes {
	if m.Rare == nil {
		m.Rare = &MemberAttributes{}
	}
	return m.Rare
}

var noAttributes MemberAttributes

// MemberAttributes are attributes that most members have none of.
type MemberAttributes struct {
	Signature            string
	Exceptions           []string
	Annotations          []byte // RuntimeVisibleAnnotations
	InvisibleAnnotations []byte // RuntimeInvisibleAnnotations, which programs do not see
	TypeAnnotations      []byte
	ParameterAnnotations []byte // RuntimeVisibleParameterAnnotations
	AnnotationDefault    []byte
	MethodParameters     []MethodParameter
	HasMethodParameters  bool
}

// MethodParameter is one entry of the MethodParameters attribute (JVMS 4.7.24).
type MethodParameter struct {
	Name  string // "" for none
	Flags uint16
}

// Code is a Code attribute (JVMS 4.7.3).
type Code struct {
	MaxStack, MaxLocals uint16
	Bytes               []byte
	Handlers            []Handler
	Lines               []Line     // in the order of the file
	Variables           []Variable // LocalVariableTable
	StackMap            []byte     // StackMapTable's raw bytes, nil for none
}

// Handler is an exception table entry; CatchType is "" for any.
type Handler struct {
	Start, End, Handler uint16 // bytecode indices, End exclusive
	CatchType           string
	CatchIndex          uint16 // constant pool index, 0 for any
}

// Line maps a bytecode index to a source line.
type Line struct{ Start, Line uint16 }

// Variable is an entry of the LocalVariableTable.
type Variable struct {
	Start, Length    uint16
	Name, Descriptor string
	Slot             uint16
}
