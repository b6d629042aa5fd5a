import CLibXML2

/// Reads an XML document step by step, behind the same gates and limits as ``XMLDocument``.
///
/// It never holds the tree. What it reports before an error may come from a document that is not well-formed: act on it
/// only after ``next()`` has answered nil. What ``XMLDocument`` refuses is refused here, too.
///
/// A class, because it owns a reader of libxml2's and its memory.
@safe
public final class XMLReader {
    private enum State {
        case reading
        case ended
        case failed(XMLError)
    }

    private let input: XMLInput
    private let bytes: UnsafeMutableRawBufferPointer
    private let fault: UnsafeMutablePointer<kinescope_xml_fault>
    private let reader: xmlTextReaderPtr
    private var converter: XMLConverter
    private var depth = 0
    private var state = State.reading
    /// The end of an element without content, which libxml2 reports as one step.
    private var pendingEnd: XMLName?

    /// A reader before the first node of the document in `bytes`.
    ///
    /// - Throws: ``XMLError`` if a gate refuses the bytes.
    public init(_ bytes: some Collection<UInt8>, limits: XMLLimits = .default) throws(XMLError) {
        let input = try XMLInput(Array(bytes), limits: limits)
        XMLLibrary.prepare()
        self.input = input
        converter = XMLConverter(limits: limits, isTree: false)
        // libxml2 does not copy what it reads, so the bytes get a place that stays.
        let copy = UnsafeMutableRawBufferPointer.allocate(byteCount: input.bytes.count, alignment: 8)
        unsafe copy.copyBytes(from: input.bytes)
        let fault = UnsafeMutablePointer<kinescope_xml_fault>.allocate(capacity: 1)
        unsafe fault.initialize(to: kinescope_xml_fault())
        let start = unsafe copy.bindMemory(to: CChar.self).baseAddress
        guard let reader = unsafe kinescope_xml_reader(start, Int32(clamping: copy.count), fault) else {
            unsafe copy.deallocate()
            unsafe fault.deallocate()
            throw XMLError(.malformed("libxml2 made no reader"))
        }
        unsafe self.bytes = copy
        unsafe self.fault = fault
        unsafe self.reader = reader
    }

    deinit {
        unsafe xmlFreeTextReader(reader)
        unsafe fault.deallocate()
        unsafe bytes.deallocate()
    }

    /// The next step, or nil when the document has ended and is sound.
    ///
    /// - Throws: ``XMLError``, the same one again on every later call.
    public func next() throws(XMLError) -> XMLEvent? {
        switch state {
        case .ended: return nil
        case .failed(let error): throw error
        case .reading: break
        }
        do {
            if let name = pendingEnd {
                pendingEnd = nil
                return .endElement(name)
            }
            return try read()
        } catch {
            let verdict = judge(error)
            state = .failed(verdict)
            throw verdict
        }
    }

    private func read() throws(XMLError) -> XMLEvent? {
        let answer = unsafe xmlTextReaderRead(reader)
        guard unsafe fault.pointee.code == 0 else { throw unsafe XMLError(fault.pointee, in: input) }
        guard answer == 1 else {
            guard answer == 0, depth == 0 else { throw XMLError(.malformed("the document ends too early")) }
            state = .ended
            return nil
        }
        guard let node = unsafe xmlTextReaderCurrentNode(reader) else {
            throw XMLError(.malformed("libxml2 gave no node"))
        }
        switch unsafe xmlReaderTypes(rawValue: UInt32(bitPattern: xmlTextReaderNodeType(reader))) {
        case XML_READER_TYPE_ELEMENT:
            try unsafe converter.checkDepth(depth &+ 1, node)
            let element = try unsafe converter.startTag(node)
            if unsafe xmlTextReaderIsEmptyElement(reader) == 1 { pendingEnd = element.name } else { depth &+= 1 }
            return .startElement(element)
        case XML_READER_TYPE_END_ELEMENT:
            depth &-= 1
            return .endElement(try unsafe converter.name(of: node))
        default: return XMLEvent(try unsafe converter.leaf(node))
        }
    }

    /// What the tree parser says of the document, if it refuses it too.
    ///
    /// Of several faults this reader meets the first in the text, the tree parser the first not well-formed; and
    /// libxml2's two parsers name some differently. Both must say the same to whoever reads it.
    private func judge(_ error: XMLError) -> XMLError {
        do {
            _ = try XMLDocument(input, limits: converter.limits)
            return error
        } catch { return error }
    }
}
